# Makes the cluster, the roles and their databases when they are not there, and runs PostgreSQL. Passwords are the Secrets'.
set -eu
for bin in /usr/lib/postgresql/*/bin; do [ -d "$bin" ] && PATH=$bin:$PATH; done
export PGDATA=/var/lib/postgresql/pgdata

# Of a pod that was deleted by force the server may still run, on the same volume, where neither sees the other's process: two
# of them would lose what either writes. The lock is the server's own as long as it or a child of it lives.
exec 9>/var/lib/postgresql/lock
flock 9

if [ ! -d "$PGDATA" ]; then
  rm -rf "$PGDATA.new"
  initdb --pgdata "$PGDATA.new" --username postgres --encoding UTF8 --locale C.UTF-8 \
    --auth-local trust --auth-host scram-sha-256
  echo 'host all all all scram-sha-256' >>"$PGDATA.new/pg_hba.conf"
  # A pod that ends in the middle begins anew.
  mv "$PGDATA.new" "$PGDATA"
fi

pg_ctl start --wait --silent --options "-c listen_addresses='' -c unix_socket_directories=/run/postgresql"
for role in /etc/commerce/roles/*; do
  psql -h /run/postgresql -U postgres -q -v ON_ERROR_STOP=1 -v role="$(basename "$role")" -v password="$(cat "$role")" \
    -f /etc/commerce/scripts/role.sql
done
pg_ctl stop --wait --silent --mode fast

exec postgres -c listen_addresses='*' -c unix_socket_directories=/run/postgresql -c max_connections="$MAX_CONNECTIONS"
