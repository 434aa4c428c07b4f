import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// The library's own worker is made for Node's cryptography; browsers have theirs.
handler({ deriveKey });
