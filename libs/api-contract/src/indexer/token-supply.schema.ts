import Type, { type Static } from 'typebox';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { Answer, BaseAmount, Flag, Integer, IntegerOrNull, Named, Text, TokenAmount } from '../shared/fields.schema.js';
import { TextOrNull } from '../shared/fields.schema.js';
import { nextCursor } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { TokenCategory, TokenParams } from '../tokens/token.schema.js';
import { IndexedContract } from './indexed-contract.schema.js';

const tokens = <const Name extends string>(name: Name, description: string) =>
  ({
    [name]: TokenAmount(`${description} Base units; exact below 2^53.`),
    [`${name}Base`]: BaseAmount(),
  }) as Record<Name, ReturnType<typeof TokenAmount>> & Record<`${Name}Base`, ReturnType<typeof BaseAmount>>;

const holding = {
  ...tokens('held', 'In the outputs of contracts: what is locked, and what is unclaimed.'),
  ...tokens('locked', 'What nobody can have yet by the terms of its contract.'),
  ...tokens('unclaimed', 'What recipients can have, and have not taken.'),
  ...tokens(
    'revocable',
    'Of what is locked: what the sender of its contract can take back before it unlocks. The rest is locked for everybody.',
  ),
};

/** @param prefix of the titles of what is in it: the API's own answer has the token's name and decimals beside */
export const supplyFields = (prefix = '') => ({
  category: TokenCategory('Of the token.'),
  ...holding,
  contracts: Integer('Contracts that hold the token.'),
  lockedUntil: IntegerOrNull(
    'From when on nothing is locked any more that has a date, Unix seconds; null where nothing is locked.',
  ),
  byProduct: Type.Array(
    Named(`${prefix}ProductHolding`, 'What the contracts of one product hold.', {
      product: Text('As the announcements of its contracts name it.', { examples: ['PLAN_VESTING_TOKEN'] }),
      contracts: Integer('Contracts that hold the token.'),
      ...holding,
    }),
    { description: 'Products with contracts that hold the token.' },
  ),
  unlocks: Type.Array(
    Named(`${prefix}TokenUnlock`, 'What unlocks on a day.', {
      date: Text('UTC day.', { examples: ['2026-01-31'] }),
      ...tokens('amount', 'Becomes the recipients’.'),
    }),
    { description: 'The rest of the day of `asOf`, and the 29 days after it.' },
  ),
  ...tokens('later', 'Locked beyond these days.'),
  ...tokens('undated', 'Locked without a date: payments that are paused, or whose cancel has its notice running.'),
  height: IntegerOrNull(
    'The block that all of it is of: the highest one that is read, or an earlier one while many contracts are counted.',
  ),
  blockHash: TextOrNull('Its hash.'),
  asOf: Integer(
    'The time that it is computed at, Unix seconds: the latest locktime that a transaction after that block may have.',
  ),
});

export const IndexedSupplyResponse = Answer(
  'IndexedSupplyResponse',
  'How much of a token contracts hold.',
  supplyFields('Indexed'),
);
export type IndexedSupplyResponse = Static<typeof IndexedSupplyResponse>;

const ERRORS = ['INDEXER_UNAVAILABLE'] as const;

export const getIndexedSupply = route('indexer', {
  operationId: 'getIndexedSupply',
  summary: 'How much of a token is locked',
  description:
    'By all live contracts that announcements on the chain show, made by anyone, with the terms of each. Of a token with very many contracts the last count is answered while the next one is made; 503 while there is none.',
  params: TokenParams,
  response: { 200: IndexedSupplyResponse },
  errors: ERRORS,
});

const LockingOutput = Named('LockingOutput', 'An unspent output of the contract.', {
  txHash: Text('64 hex characters.'),
  vout: Integer('Index of the output.'),
  lockingBytecode: Text(
    'Its script, hex: of the state that of the contract, of the tokens one that pays only together with the state. A lock has one output, whose script follows from recipient, total and terms.',
  ),
  satoshis: Text('Its satoshis.', { examples: ['1000'] }),
  commitment: TextOrNull(
    'Of its NFT, the state of the contract, hex; null where it holds the tokens alone, empty for a lock, which has no state.',
  ),
  tokens: Text("Base units of the token in it. The state's own output holds none, a lock's output all of them.", {
    examples: ['1000000'],
  }),
});

export const IndexedTokenLock = Named('IndexedTokenLock', 'A contract that holds the token, and what proves it.', {
  ...IndexedContract.properties,
  ...holding,
  unlockedAt: IntegerOrNull('From when on nothing is locked, Unix seconds; null where no date says.'),
  isRevocable: Flag('Whether its sender can take back what is locked.'),
  announcement: Text(
    'Locking bytecode of the announcement in the funding transaction, hex: the contract, its address and its terms follow from it. Of a lock that a claim made, that of the campaign, which is in the funding of the campaign.',
  ),
  outputs: Type.Array(LockingOutput, {
    description: 'Unspent outputs: the state, and right behind it the tokens; of a lock one.',
  }),
});

export const IndexedLocksResponse = Answer('IndexedLocksResponse', 'A page of contracts that hold a token.', {
  locks: Type.Array(IndexedTokenLock, { description: 'Those that hold most first.' }),
  height: IntegerOrNull('The highest block.'),
  asOf: Integer('Time of the amounts, Unix seconds.'),
  nextCursor: nextCursor(),
});
export type IndexedLocksResponse = Static<typeof IndexedLocksResponse>;

export const LocksQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_ROWS, description: 'Rows a page, 50 where nothing is said.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, pattern: '^[\\w.]+$', description: 'The `nextCursor` of the page before.' }),
  ),
});
export type LocksQuery = Static<typeof LocksQuery>;

export const listIndexedLocks = route('indexer', {
  operationId: 'listIndexedLocks',
  summary: 'The contracts that hold a token',
  description:
    'With their outputs, script and terms, by which everybody can check with a node of their own what is locked until when.',
  params: TokenParams,
  querystring: LocksQuery,
  response: { 200: IndexedLocksResponse },
  errors: ERRORS,
});
