setup() { . lib/backup.sh; }

@test "the name begins with the host" {
  run backup_name db1
  [[ "$output" == db1-* ]]
}

@test "it is a tar archive" {
  run backup_name db1
  [[ "$output" == *.tar ]]
}

@test "backups are kept for two weeks" {
  run keep_days
  [ "$output" -eq 14 ]
}
