# Runs NATS, and has it read its certificate again when it is renewed.
set -eu
certificate=/etc/commerce/tls/tls.crt
if [ -f "$certificate" ]; then
  (
    last=$(cksum <"$certificate")
    while sleep 10; do
      now=$(cksum <"$certificate")
      [ "$now" = "$last" ] || kill -HUP $$
      last=$now
    done
  ) &
fi
exec nats-server --config /etc/commerce/nats/nats.conf
