import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The vault that sends a record, among its terms; nothing where it is a key, or a vault the reader is told nothing of. */
export const vaultFacts = (vaultId: string | null): (readonly [name: string, value: ReactNode])[] =>
  vaultId === null
    ? []
    : [
        [
          'Vault',
          <Link key="v" to="/vaults/$id" params={{ id: vaultId }}>
            Its page
          </Link>,
        ],
      ];
