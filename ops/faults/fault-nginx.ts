/** nginx in front of several nodes, with a configuration and folders of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MissingProgram } from './missing-program.ts';

const program = '/usr/sbin/nginx';

/** What matters in front of several nodes; docs/SCALING.md explains each line. */
const configuration = (folder: string, port: number, nodes: readonly number[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream site {
${nodes.map((node) => `    server 127.0.0.1:${node} max_fails=0;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
      proxy_buffers 16 32k;
    }
    location /uploads {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
    }
  }
}
`;

export async function startNginx(
  folder: string,
  port: number,
  nodes: readonly number[],
): Promise<ChildProcess> {
  if (!existsSync(program)) throw new MissingProgram('nginx: apt-get install nginx-light');
  const own = join(folder, 'nginx');
  mkdirSync(own);
  chmodSync(own, 0o777);
  const file = join(own, 'nginx.conf');
  writeFileSync(file, configuration(own, port, nodes));
  // Nobody: on Debian the unprivileged user of no program.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const server = spawn(program, ['-e', join(own, 'error.log'), '-p', own, '-c', file], {
    ...nobody,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    await answer?.text();
    if (answer?.status === 200) return server;
    await pause(100);
  }
  throw new Error('nginx does not answer');
}
