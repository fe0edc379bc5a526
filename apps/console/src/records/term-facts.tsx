import type { ReactNode } from 'react';
import { shortAddress } from '../format/short.js';
import { Address, Copyable, Time } from '../ui/values.js';
import { vaultFacts } from '../vaults/vault-facts.js';

type Fact = readonly [name: string, value: ReactNode];

/** Returns the rows of a record's terms that name its parties. @param roleOf see `useRole` */
export const partyFacts = (
  record: { readonly sender: string; readonly recipient: string; readonly vault_id: string | null },
  roleOf: (address: string) => string | undefined,
): readonly Fact[] => [
  ['Sender', <Address key="s" address={record.sender} mine={roleOf(record.sender)} />],
  ...vaultFacts(record.vault_id),
  ['Recipient', <Address key="r" address={record.recipient} mine={roleOf(record.recipient)} />],
];

/** Returns the row of a record's terms that names its contract. */
export const contractFact = (address: string): Fact => [
  'Contract',
  <Copyable key="k" text={address} shown={shortAddress(address)} what="contract address" />,
];

/** Returns the row that tells which time the figures of a record are of. */
export const chainTimeFact = (asOf: number): Fact => ['Chain’s time', <Time key="n" at={asOf} />];
