import type { ReactNode } from 'react';
import type { Asset } from '../format/amount.js';
import { Columns, Stack } from '../ui/layout.js';
import { Amount } from '../ui/values.js';
import { sharesOf } from './money-shares.js';
import styles from './record-money.module.css';
import { Worth } from './worth.js';

/** A part of a record's money. */
export interface MoneyPart {
  readonly name: string;
  readonly value: ReactNode;
  /** Its size in relation to the other parts, in the unit of all of them. */
  readonly base: bigint;
  /** Whether it has left the contract, can leave it now, or stays in it. */
  readonly state: 'paid' | 'free' | 'locked';
}

interface RecordMoneyProps {
  /** What its main amount is. */
  readonly name: string;
  /** The main amount. */
  readonly amount: { readonly base: bigint; readonly of: Asset };
  /** The parts of all of its money, in one bar. */
  readonly parts?: readonly MoneyPart[];
  /** What else there is to know about it. */
  readonly note?: ReactNode;
}

/** Shows the money of a record: the amount that matters most, and how much of all of it is paid, claimable and locked. */
export const RecordMoney = ({ name, amount, parts = [], note }: RecordMoneyProps) => {
  const shares = sharesOf(parts);
  return (
    <Stack gap={16}>
      <Stack>
        <p className={styles['name']}>
          {name} <Worth {...amount} />
        </p>
        <p className={styles['value']}>
          <Amount {...amount} />
        </p>
      </Stack>
      {parts.length > 0 && (
        <Stack gap={10}>
          <div className={styles['bar']} aria-hidden="true">
            {parts.map((part, index) => (
              <span key={part.name} data-state={part.state} style={{ flex: `${String(shares[index] ?? 0)} 1 0` }} />
            ))}
          </div>
          {/* In columns: amounts that come later, and are wider, move nothing to another line. */}
          <Columns
            as="dl"
            widths="repeat(auto-fill, minmax(150px, 1fr))"
            gap="8px 24px"
            below={{ 480: { widths: 'minmax(0, 1fr)', gap: 4 } }}
          >
            {parts.map((part) => (
              <Columns
                key={part.name}
                align="stretch"
                widths="12px minmax(0, auto)"
                gap="0 8px"
                below={{ 480: { widths: '12px minmax(0, auto) minmax(0, 1fr)' } }}
                className={styles['part']}
                data-state={part.state}
              >
                <dt>{part.name}</dt>
                <dd>{part.value}</dd>
              </Columns>
            ))}
          </Columns>
        </Stack>
      )}
      {note !== undefined && <p className={styles['note']}>{note}</p>}
    </Stack>
  );
};
