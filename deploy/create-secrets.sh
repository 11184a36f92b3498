#!/bin/sh
# Writes random secrets for compose.yaml to deploy/secrets, and leaves those that are there as they are. Losing
# secret_key means to lose the stored credentials of integrations: keep a copy.
set -eu
folder=$(dirname "$0")/secrets
umask 077
mkdir -p "$folder"

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

# Containers mount each file by itself, and read it as their own user; the folder keeps others out.
write() {
  [ -s "$folder/$1" ] && return
  printf '%s' "$2" >"$folder/$1.new"
  chmod 0644 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}

write secret_key "$(random)"
write database_password "$(random)"
write database_url "postgres://farthing:$(cat "$folder/database_password")@postgres:5432/farthing"
write clickhouse_password "$(random)"
write clickhouse_url "http://farthing:$(cat "$folder/clickhouse_password")@clickhouse:8123/farthing"
write files_access_key farthing
write files_secret_key "$(random)"
echo "The secrets are in $folder."
