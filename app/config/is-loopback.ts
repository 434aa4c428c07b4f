/** Whether a host name or address is this machine by itself, without asking a name server (RFC 6761). */
export function isLoopback(host: string): boolean {
  return /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
