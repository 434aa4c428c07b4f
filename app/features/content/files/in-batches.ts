/** What `things` yields, in lists of `size`; the last one may be shorter, none is empty. */
export async function* inBatches<Thing>(
  things: AsyncIterable<Thing>,
  size: number,
): AsyncIterable<Thing[]> {
  let batch: Thing[] = [];
  for await (const thing of things) {
    batch.push(thing);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
