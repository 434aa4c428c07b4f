/** Errors of browsers, extensions and connections, which the site cannot fix. */
const messages = [
  /ResizeObserver loop/,
  /^"?Script error\.?"?$/,
  /^AbortError/,
  /The user aborted a request|signal is aborted|The operation was aborted/,
  // The line was cut, or the page was left while something was still loading.
  /Failed to fetch(?! dynamically)|NetworkError when attempting|Load failed$|Network request failed/,
];

const elsewhere =
  /(?:chrome|moz|safari-web|webkit-masked-url|ms-browser)-extension:|^\s*at .*<anonymous>:1:1$/m;

/** @returns whether an error comes from the connection, the browser or an extension */
export function isIgnoredError(message: string, stackTrace: string | null): boolean {
  if (messages.some((pattern) => pattern.test(message))) return true;
  return stackTrace !== null && elsewhere.test(stackTrace);
}
