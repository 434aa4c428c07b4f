#!/bin/sh
# certbot as the manual uses it, with an authority of this machine instead of Let's Encrypt:
#   certbot --nginx --redirect -d <name>   certificate, and its lines in the site's nginx file
#   certbot renew --force-renewal          a new certificate and key for each name
set -eu
live=/etc/letsencrypt/live

write_nginx() {
  file=$(readlink -f "$(grep -l "server_name $1;" /etc/nginx/sites-enabled/* | head -n 1)")
  sed -i \
    -e 's|^\( *\)listen 80;|\1listen 443 ssl;|' \
    -e 's|^\( *\)listen \[::\]:80;|\1listen [::]:443 ssl ipv6only=on;|' \
    -e "s|^\( *\)server_name $1;|&\n\1ssl_certificate $live/$1/fullchain.pem;\n\1ssl_certificate_key $live/$1/privkey.pem;|" \
    "$file"
  cat >>"$file" <<END
server {
    if (\$host = $1) {
        return 301 https://\$host\$request_uri;
    }
    listen 80;
    listen [::]:80;
    server_name $1;
    return 404;
}
END
}

name=''
verb=''
while [ $# -gt 0 ]; do
  case $1 in
  -d) name=$2 && shift ;;
  --nginx) verb=nginx ;;
  renew) verb=renew ;;
  esac
  shift
done
case $verb in
nginx) issue-certificate "$name" "$live/$name" && write_nginx "$name" ;;
renew) for folder in "$live"/*/; do issue-certificate "$(basename "$folder")" "$folder"; done ;;
*) exit 1 ;;
esac
nginx -t 2>/dev/null
nginx -s reload
