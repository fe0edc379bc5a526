import { Link } from '@tanstack/react-router';
import { type AssetOfRecord, decimalsOf } from '../format/amount.js';
import { shortHash } from '../format/identifiers.js';
import { t } from '../language/text.js';
import type { Fact } from '../ui/card.js';
import { NamedAddress } from './named-address.js';

/** Returns a token's name as its issuer published it. Names are not unique. */
const wordsOf = ({ token }: AssetOfRecord): string | undefined => {
  if (token === null || token === undefined) return undefined;
  const name = [token.name, token.symbol === null ? null : `(${token.symbol})`].filter((part) => part !== null);
  return name.length === 0
    ? undefined
    : token.verified
      ? name.join(' ')
      : t('{name}, not verified', { name: name.join(' ') });
};

/** Returns the rows of a record's terms that describe its token; none for BCH. */
export const assetFacts = (record: AssetOfRecord): readonly Fact[] => {
  if (record.token_category === null) return [];
  const words = wordsOf(record);
  const decimals = decimalsOf(record);
  return [
    [
      t('Token'),
      <Link key="t" to="/tokens/$category" params={{ category: record.token_category }}>
        {words ?? shortHash(record.token_category)}
      </Link>,
    ],
    [t('Amounts'), decimals === 0 ? t('In whole base units') : t('With {decimals} decimals', { decimals })],
  ];
};

/** Returns the row of a record's terms that links to its vault, without a value where the sender is a key, or a vault hidden from the user. */
export const vaultFact = (vaultId: string | null): Fact => [
  t('Paid by'),
  vaultId !== null && (
    <Link key="v" to="/vaults/$id" params={{ id: vaultId }}>
      {t('A treasury')}
    </Link>
  ),
];

/** Returns the rows of a record's terms that name its parties. @param roleOf see `useRole` */
export const partyFacts = (
  record: { readonly sender: string; readonly recipient: string; readonly vault_id: string | null },
  roleOf: (address: string) => string | undefined,
): readonly Fact[] => [
  [t('Sender'), <NamedAddress key="s" address={record.sender} mine={roleOf(record.sender)} />],
  vaultFact(record.vault_id),
  [t('Recipient'), <NamedAddress key="r" address={record.recipient} mine={roleOf(record.recipient)} />],
];
