import type { BetterAuthOptions } from 'better-auth';
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters';
import { keyedHash } from './keyed-hash.server';
import { secret } from './secret.server';

/** What the database knows of a session: nobody can make the cookie from it. */
export const sessionTokenHash = (token: string): string =>
  keyedHash(secret(), 'session-token', token);

type MakeAdapter = (options: BetterAuthOptions) => DBAdapter;

/**
 * Keeps session tokens as keyed hashes (OWASP ASVS 5.0 14.2.4): the sign-in library has no setting
 * for it, so its adapter hashes them on the way in and gives the library its own back.
 */
export function withHashedSessionTokens(make: MakeAdapter): MakeAdapter {
  return (options) => {
    const adapter = make(options);
    return {
      ...adapter,
      ...hashing(adapter),
      transaction: (work) => adapter.transaction((inner) => work({ ...inner, ...hashing(inner) })),
    };
  };
}

type Hashing = Pick<
  DBTransactionAdapter,
  'create' | 'findOne' | 'findMany' | 'update' | 'updateMany' | 'delete' | 'deleteMany'
>;

function hashing(adapter: DBTransactionAdapter): Hashing {
  return {
    create: async (asked) => {
      const [, token] = Object.entries(asked.data).find(([name]) => name === 'token') ?? [];
      if (asked.model !== 'session' || typeof token !== 'string') return adapter.create(asked);
      const data = { ...asked.data, token: sessionTokenHash(token) };
      return withToken(await adapter.create({ ...asked, data }), tokensByHash([token]));
    },
    findOne: async (asked) => {
      const { where, tokens } = hashedTokens(asked);
      return withToken(await adapter.findOne({ ...asked, where }), tokens);
    },
    findMany: async <Row>(asked: Parameters<DBAdapter['findMany']>[0]) => {
      const { where, tokens } = hashedTokens(asked);
      const rows = await adapter.findMany<Row>({ ...asked, where });
      return rows.map((row) => withToken(row, tokens));
    },
    update: async (asked) => {
      const { where, tokens } = hashedTokens(asked);
      return withToken(await adapter.update({ ...asked, where }), tokens);
    },
    updateMany: (asked) => adapter.updateMany({ ...asked, where: hashedTokens(asked).where }),
    delete: (asked) => adapter.delete({ ...asked, where: hashedTokens(asked).where }),
    deleteMany: (asked) => adapter.deleteMany({ ...asked, where: hashedTokens(asked).where }),
  };
}

type Tokens = ReadonlyMap<string, string>;

const tokensByHash = (tokens: readonly string[]): Tokens =>
  new Map(tokens.map((token) => [sessionTokenHash(token), token]));

/** The conditions of a question with hashes in the place of tokens, and which token each stands for. */
function hashedTokens({ model, where = [] }: { model: string; where?: Where[] | undefined }) {
  if (model !== 'session') return { where, tokens: tokensByHash([]) };
  const named = where.filter(({ field }) => field === 'token');
  const tokens = tokensByHash(
    named.flatMap(({ value }) => value).filter((value) => typeof value === 'string'),
  );
  const hashOf = (value: Where['value']) => {
    if (Array.isArray(value)) return value.map((token) => sessionTokenHash(String(token)));
    return typeof value === 'string' ? sessionTokenHash(value) : value;
  };
  return {
    where: where.map((condition) =>
      condition.field === 'token' ? { ...condition, value: hashOf(condition.value) } : condition,
    ),
    tokens,
  };
}

/** The row as the library has asked for it, with the token itself. */
function withToken<Row>(row: Row, tokens: Tokens): Row {
  if (typeof row !== 'object' || row === null || !('token' in row)) return row;
  const token = typeof row.token === 'string' ? tokens.get(row.token) : undefined;
  return token === undefined ? row : { ...row, token };
}
