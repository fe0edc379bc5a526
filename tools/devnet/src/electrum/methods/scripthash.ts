import { lockingBytecodeOf } from '../address.js';
import { type HistoryEntry, type IndexedOutput, scripthashOf, type TokenFilter } from '../index/indexed-output.js';
import { heightOf, type Method, type MethodTable, scripthashParam, textOf, tokenFilterOf } from '../rpc/method.js';
import { badRequest } from '../rpc/rpc-message.js';
import { type CallContext, subscribeTo } from '../services.js';
import { tokenJson } from '../verbose/transaction-json.js';

/** The script asked about: its script hash, and how the caller named it. */
interface Subject {
  readonly scripthash: string;
  readonly alias: string;
}

type SubjectOf = (context: CallContext, value: unknown) => Subject;

const byScripthash: SubjectOf = (_, value) => {
  const scripthash = scripthashParam(value);
  return { scripthash, alias: scripthash };
};

const byAddress: SubjectOf = ({ services }, value) => {
  const alias = textOf(value).trim();
  const lockingBytecode = lockingBytecodeOf(alias, services.prefix);
  if (lockingBytecode === undefined) throw badRequest(`Invalid address: ${alias}`);
  return { scripthash: scripthashOf(lockingBytecode), alias };
};

const entryJson = ({ fee, height, txid }: HistoryEntry) => ({
  ...(fee === undefined ? {} : { fee: Number(fee) }),
  height,
  tx_hash: txid,
});

const outputJson = ({ height, satoshis, token, txid, vout }: IndexedOutput) => ({
  height,
  ...(token === undefined ? {} : { token_data: tokenJson(token) }),
  tx_hash: txid,
  tx_pos: vout,
  value: Number(satoshis),
});

/** Returns the filter of a call that names none: clients of a version that knows tokens see them. */
const filterOf = ({ session }: CallContext, value: unknown): TokenFilter => {
  if (value !== undefined) return tokenFilterOf(value);
  return session.version.isTokenAware ? 'include_tokens' : 'exclude_tokens';
};

const upperHeight = (value: unknown): number =>
  value === undefined || Number(textOf(value)) < 0 ? -1 : heightOf(value, 'Invalid to_height');

const noBlock = '0'.repeat(64);

const firstUse = ({ services: { view } }: CallContext, { scripthash }: Subject): unknown => {
  const [first] = view.history(scripthash);
  if (first === undefined) return null;
  const height = Math.max(0, first.height);
  const block = height === 0 ? undefined : view.block(height);
  return { block_hash: block?.hash ?? noBlock, block_height: height, height, tx_hash: first.txid };
};

const family = (name: string, subjectOf: SubjectOf): MethodTable<CallContext> => {
  const method = (max: number, handle: (context: CallContext, subject: Subject, rest: readonly unknown[]) => unknown) =>
    ({
      min: 1,
      max,
      handle: (context, [value, ...rest]) => handle(context, subjectOf(context, value), rest),
    }) satisfies Method<CallContext>;
  return {
    [`${name}.get_balance`]: method(2, (context, { scripthash }, [filter]) => {
      const { confirmed, unconfirmed } = context.services.view.balance(scripthash, filterOf(context, filter));
      return { confirmed: Number(confirmed), unconfirmed: Number(unconfirmed) };
    }),
    [`${name}.get_first_use`]: method(1, firstUse),
    [`${name}.get_history`]: method(3, ({ services }, { scripthash }, [from, to]) => {
      const first = from === undefined ? 0 : heightOf(from, 'Invalid from_height');
      return services.view.history(scripthash, first, upperHeight(to)).map(entryJson);
    }),
    [`${name}.get_mempool`]: method(1, ({ services }, { scripthash }) =>
      services.view.mempoolHistory(scripthash).map(entryJson),
    ),
    [`${name}.listunspent`]: method(2, (context, { scripthash }, [filter]) =>
      context.services.view.unspent(scripthash, filterOf(context, filter)).map(outputJson),
    ),
    [`${name}.subscribe`]: method(1, (context, { scripthash, alias }) =>
      subscribeTo(context, context.services.scripthashes, scripthash, `${name}.subscribe`, alias),
    ),
    [`${name}.unsubscribe`]: method(1, ({ services, session }, { scripthash }) =>
      services.scripthashes.unsubscribe(session, scripthash),
    ),
  };
};

/** Methods `blockchain.scripthash.*` and `blockchain.address.*`. */
export const scripthashMethods: MethodTable<CallContext> = {
  ...family('blockchain.scripthash', byScripthash),
  ...family('blockchain.address', byAddress),
  'blockchain.address.get_scripthash': {
    min: 1,
    max: 1,
    handle: (context, [value]) => byAddress(context, value).scripthash,
  },
};
