/** What the tests use of it; the package brings no types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';
  import type { IncomingHttpHeaders } from 'node:http';

  export type Context = {
    method: string;
    path: string;
    query: Record<string, string>;
    headers: IncomingHttpHeaders;
    status: number;
    type: string;
    body: string;
    etag: string;
  };

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      allowMismatchedSignatures: boolean;
      configureBuckets: { name: string }[];
    });
    /** Koa's list of what each request passes. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
