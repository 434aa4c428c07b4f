/** `npm run build`: builds, whether anything changed or not. */
import { build } from './ensure-built.mjs';
import { orSayWhy } from './say-and-stop.mjs';

await orSayWhy(build);
