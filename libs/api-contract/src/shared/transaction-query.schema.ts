import Type, { type Static } from 'typebox';

/** Most hashes that a request may name as sent: each is one question to a server. */
const MAX_SENT = 5;

/** The query of every route that builds a transaction for a wallet to sign. */
export const TransactionQuery = Type.Object({
  encoding: Type.Optional(
    Type.Enum(['tagged', 'plain'], {
      description:
        "How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings.",
      default: 'tagged',
    }),
  ),
  sent: Type.Optional(
    Type.String({
      pattern: `^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64}){0,${MAX_SENT - 1}}$`,
      description: `Hashes, up to ${MAX_SENT} separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is.`,
    }),
  ),
});
export type TransactionQuery = Static<typeof TransactionQuery>;
