# backup_name HOST: the file a backup of HOST goes to
backup_name() {
  echo "$1-$(date +%Y-%m-%d).tar.gz"
}

keep_days() {
  echo 14
}
