import { Link } from '@tanstack/react-router';
import { type AssetOfRecord, decimalsOf } from '../format/amount.js';
import { shortAddress, shortHash } from '../format/identifiers.js';
import type { Fact } from '../ui/card.js';
import { Address, Copyable, Time } from '../ui/values.js';

/** Returns a token's name as its issuer published it. Names are not unique. */
const wordsOf = ({ token }: AssetOfRecord): string | undefined => {
  if (token === null || token === undefined) return undefined;
  const name = [token.name, token.symbol === null ? null : `(${token.symbol})`].filter((part) => part !== null);
  return name.length === 0 ? undefined : `${name.join(' ')}${token.verified ? '' : ', not verified'}`;
};

/** Returns the rows of a record's terms that describe its token; none for BCH. */
export const assetFacts = (record: AssetOfRecord): readonly Fact[] => {
  const { token_category } = record;
  if (token_category === null) return [];
  const words = wordsOf(record);
  const decimals = decimalsOf(record);
  return [
    ['Token', words],
    [
      'Token category',
      <Copyable key="category" text={token_category} shown={shortHash(token_category)} what="category" />,
    ],
    ['Amounts', decimals === 0 ? 'In whole base units' : `With ${decimals} decimals`],
  ];
};

/** Returns the row of a record's terms that links to its vault, without a value where the sender is a key, or a vault hidden from the user. */
export const vaultFact = (vaultId: string | null): Fact => [
  'Paid by',
  vaultId !== null && (
    <Link key="v" to="/vaults/$id" params={{ id: vaultId }}>
      A vault
    </Link>
  ),
];

/** Returns the rows of a record's terms that name its parties. @param roleOf see `useRole` */
export const partyFacts = (
  record: { readonly sender: string; readonly recipient: string; readonly vault_id: string | null },
  roleOf: (address: string) => string | undefined,
): readonly Fact[] => [
  ['Sender', <Address key="s" address={record.sender} mine={roleOf(record.sender)} />],
  vaultFact(record.vault_id),
  ['Recipient', <Address key="r" address={record.recipient} mine={roleOf(record.recipient)} />],
];

/** Returns the row of a record's terms that names its contract. */
export const contractFact = (address: string): Fact => [
  'Contract',
  <Copyable key="k" text={address} shown={shortAddress(address)} what="contract address" />,
];

/** Returns the row that tells which time the figures of a record are of. */
export const chainTimeFact = (asOf: number): Fact => ['Chain’s time', <Time key="n" at={asOf} />];
