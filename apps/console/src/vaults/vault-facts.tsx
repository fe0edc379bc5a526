import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Returns the row of a record's terms that links to its vault; none where the sender is a key, or a vault hidden from the user. */
export const vaultFacts = (vaultId: string | null): (readonly [name: string, value: ReactNode])[] =>
  vaultId === null
    ? []
    : [
        [
          'Paid by',
          <Link key="v" to="/vaults/$id" params={{ id: vaultId }}>
            A vault
          </Link>,
        ],
      ];
