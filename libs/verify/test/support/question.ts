import type { Flow } from './flow.js';
import { addressAt } from './flow.js';

/** Writes a flow as the JSON that `weir-verify` and its page read. */
export const questionOf = ({ request, signer, asked }: Flow, change: object = {}): string =>
  JSON.stringify(
    {
      wcTransaction: request,
      addresses: signer.own.map(addressAt),
      network: signer.network,
      fundings: signer.fundings,
      height: signer.height,
      time: signer.time,
      asked,
      ...change,
    },
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );
