# Checks that PostgreSQL responds.
for bin in /usr/lib/postgresql/*/bin; do [ -d "$bin" ] && PATH=$bin:$PATH; done
exec psql -h /run/postgresql -U postgres -Atqc 'select 1'
