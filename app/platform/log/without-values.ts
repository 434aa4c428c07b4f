/**
 * An error for the log, the list of faults and the queue: without the values that were asked for or
 * written when it came about, since they are what people have typed. Drizzle puts them into the
 * message of a query that fails, PostgreSQL into details of its own (section 53.8).
 */
export function withoutValues(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const values = 'params' in thrown ? `\nparams: ${String(thrown.params)}` : '';
  const without = (text = '') => (values ? text.replace(values, () => '') : text);
  const hidden = { enumerable: false, writable: true, configurable: true };
  const plain: Error = Object.create(Object.getPrototypeOf(thrown), {
    name: { ...hidden, value: thrown.name },
    message: { ...hidden, value: without(thrown.message) },
    stack: { ...hidden, value: without(thrown.stack) },
  });
  if (thrown.cause !== undefined) {
    Object.defineProperty(plain, 'cause', { ...hidden, value: withoutValues(thrown.cause) });
  }
  if (thrown instanceof AggregateError) {
    Object.assign(plain, { errors: thrown.errors.map((one: unknown) => withoutValues(one)) });
  }
  if ('code' in thrown) Object.assign(plain, { code: thrown.code });
  return plain;
}
