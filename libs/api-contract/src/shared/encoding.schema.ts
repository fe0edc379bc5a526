import Type, { type Static } from 'typebox';

/** Selects the encoding of a wcTransaction's source outputs. */
export const EncodingQuery = Type.Object({
  encoding: Type.Optional(
    Type.Enum(['tagged', 'plain'], {
      description:
        "How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings.",
      default: 'tagged',
    }),
  ),
});
export type EncodingQuery = Static<typeof EncodingQuery>;
