# backup_name HOST: the file a backup of HOST goes to
backup_name() {
  echo "$1-$(date +%d%m%Y).tar"
}

keep_days() {
  echo 7
}
