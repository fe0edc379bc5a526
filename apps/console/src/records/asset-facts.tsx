import type { ReactNode } from 'react';
import { decimalsOf, type AssetOfRecord } from '../format/amount.js';
import { shortHash } from '../format/short.js';
import { Copyable } from '../ui/values.js';

/** Returns a token's name as its issuer published it. Names are not unique. */
const wordsOf = ({ token }: AssetOfRecord): string | undefined => {
  if (token === null || token === undefined) return undefined;
  const name = [token.name, token.symbol === null ? null : `(${token.symbol})`].filter((part) => part !== null);
  return name.length === 0 ? undefined : `${name.join(' ')}${token.verified ? '' : ', not verified'}`;
};

/** Returns the rows of a record's terms that describe its token; none for BCH. */
export const assetFacts = (record: AssetOfRecord): (readonly [name: string, value: ReactNode])[] => {
  const { token_category } = record;
  if (token_category === null) return [];
  const words = wordsOf(record);
  const decimals = decimalsOf(record);
  return [
    ...(words === undefined ? [] : [['Token', words] as const]),
    [
      'Token category',
      <Copyable key="category" text={token_category} shown={shortHash(token_category)} what="category" />,
    ],
    ['Amounts', decimals === 0 ? 'In whole base units' : `With ${decimals} decimals`],
  ];
};
