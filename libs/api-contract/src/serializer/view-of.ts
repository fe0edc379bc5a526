import type { Static, TArray, TLiteral, TObject, TProperties, TSchema, TUnion } from 'typebox';
import type { Mark, Marked, NullOr } from '../shared/marks.js';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type MarkIn<Schema> = Schema extends Marked<infer M> ? M : Schema extends NullOr<infer Inner> ? MarkIn<Inner> : never;

type IsOptional<Schema> = Schema extends { readonly '~optional': true } ? true : false;

/** Property of the view that a property of the answer is read from; never where the schema alone determines it. */
type Source<Name, Schema> = Name extends string
  ? Schema extends TLiteral
    ? IsOptional<Schema> extends true
      ? Camel<Name>
      : never
    : 'base units' extends MarkIn<Schema>
      ? Camel<Name> extends `${infer Amount}Base`
        ? Amount
        : Camel<Name>
      : Camel<Name>
  : never;

type ObjectView<Properties extends TProperties, Transaction> = {
  readonly [
    Name in keyof Properties as IsOptional<Properties[Name]> extends true ? never : Source<Name, Properties[Name]>
  ]: ViewOf<Properties[Name], Transaction>;
} & {
  readonly [
    Name in keyof Properties as IsOptional<Properties[Name]> extends true ? Source<Name, Properties[Name]> : never
  ]?: ViewOf<Properties[Name], Transaction> | undefined;
};

type MarkedView<M extends Mark, Transaction> = M extends 'category'
  ? string
  : M extends 'moment'
    ? number
    : M extends 'wallet transaction'
      ? Transaction
      : bigint;

/**
 * What an answer of a schema is made from: its properties in camel case, amounts as bigint base units under one name,
 * moments as Unix seconds, transactions before they are encoded, and no literals, which the schema knows.
 *
 * @typeParam Transaction an unsigned transaction for a wallet
 */
export type ViewOf<Schema, Transaction = unknown> =
  Schema extends NullOr<infer Inner>
    ? ViewOf<Inner, Transaction> | null
    : Schema extends Marked<infer M>
      ? MarkedView<M, Transaction>
      : Schema extends TObject<infer Properties>
        ? ObjectView<Properties, Transaction>
        : Schema extends TArray<infer Item>
          ? readonly ViewOf<Item, Transaction>[]
          : Schema extends TUnion<infer Branches>
            ? ViewOf<Branches[number], Transaction>
            : Schema extends TSchema
              ? Static<Schema>
              : unknown;
