# Creates the cluster, the roles and their databases if they are missing, and runs PostgreSQL. Passwords come from the Secrets.
set -eu
for bin in /usr/lib/postgresql/*/bin; do [ -d "$bin" ] && PATH=$bin:$PATH; done
export PGDATA=/var/lib/postgresql/pgdata
certificate=/etc/commerce/tls/tls.crt

# After a forced pod deletion the old server may still run on the same volume, invisible to the new one; two servers would
# corrupt the data. The server and its children hold this lock as long as they run.
exec 9>/var/lib/postgresql/lock
flock 9

if [ ! -d "$PGDATA" ]; then
  rm -rf "$PGDATA.new"
  initdb --pgdata "$PGDATA.new" --username postgres --encoding UTF8 --locale C.UTF-8 --auth-local trust --auth-host scram-sha-256
  # An interrupted initialization starts over.
  mv "$PGDATA.new" "$PGDATA"
fi

# With a certificate, only encrypted connections are accepted.
[ -f "$certificate" ] && host=hostssl tls=on || host=host tls=off
cat >"$PGDATA/pg_hba.conf" <<END
local all all trust
local replication all trust
$host all all all scram-sha-256
END

pg_ctl start --wait --silent --options "-c listen_addresses='' -c unix_socket_directories=/run/postgresql"
for role in /etc/commerce/roles/*; do
  psql -h /run/postgresql -U postgres -q -v ON_ERROR_STOP=1 -v role="$(basename "$role")" -v password="$(cat "$role")" \
    -f /etc/commerce/scripts/role.sql
done
pg_ctl stop --wait --silent --mode fast

# Has the server read its certificate again when it is renewed.
if [ "$tls" = on ]; then
  (
    exec 9>&-
    last=$(cksum <"$certificate")
    while sleep 10; do
      now=$(cksum <"$certificate")
      [ "$now" = "$last" ] || pg_ctl reload --silent
      last=$now
    done
  ) &
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/run/postgresql -c max_connections="$MAX_CONNECTIONS" \
  -c ssl="$tls" -c ssl_cert_file="$certificate" -c ssl_key_file=/etc/commerce/tls/tls.key
