#!/bin/sh
# issue-certificate <name> <folder>: a new key and certificate of the machine's own authority.
set -eu
authority=/etc/manual-authority
mkdir -p "$2"
openssl req -new -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$2/privkey.pem.new" 2>/dev/null |
  openssl x509 -req -days 90 -CA $authority/certificate.pem -CAkey $authority/key.pem \
    -set_serial "0x$(openssl rand -hex 8)" -extfile /dev/fd/3 -out "$2/cert.pem" 2>/dev/null 3<<END
subjectAltName=DNS:$1
extendedKeyUsage=serverAuth
END
cat "$2/cert.pem" $authority/certificate.pem >"$2/fullchain.pem.new"
mv "$2/privkey.pem.new" "$2/privkey.pem"
mv "$2/fullchain.pem.new" "$2/fullchain.pem"
