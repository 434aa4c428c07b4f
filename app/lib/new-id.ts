import { v7 } from 'uuid';

/** A new record id: UUID version 7 (RFC 9562 section 5.7), ordered by time of making. */
export function newId(): string {
  return v7();
}
