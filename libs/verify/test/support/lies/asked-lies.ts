import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Asked } from '../../../src/index.js';
import { hashOf } from '../coins.js';
import { addressAt, type Flow } from '../flow.js';
import { flipped } from './lie.js';

/** A transaction that does what was asked for, but for one term. */
export interface AskedLie {
  readonly name: string;
  readonly asked: Asked;
}

const OTHER = addressAt(lockingBytecodeOf(hashOf(0xef)));
const HEX = /^(?:[0-9a-f]{2}){20,}$/;

/** Returns other values of one term. */
const othersOf = (value: unknown): readonly unknown[] => {
  if (value === undefined) return ['cd'.repeat(32)];
  if (typeof value === 'bigint') return [value + 1n, value - 1n, value * 2n, 0n].filter((other) => other !== value);
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string') return [];
  if (HEX.test(value)) return [binToHex(flipped(Uint8Array.from(Buffer.from(value, 'hex')), 19)), undefined];
  return value.includes(':') ? [OTHER] : [`${value}S`];
};

/** Lists copies of a value in which one term differs, each with its path. */
const changesOf = (value: unknown, path: string): readonly (readonly [path: string, changed: unknown])[] => {
  if (typeof value !== 'object' || value === null)
    return othersOf(value).map((other, index) => [`${path}, ${index + 1}`, other]);
  const entries = Object.entries(value);
  const with_ = (key: string, other: unknown): unknown =>
    Array.isArray(value)
      ? value.map((item: unknown, index) => (String(index) === key ? other : item))
      : { ...value, [key]: other };
  const inside = entries.flatMap(([key, item]) =>
    key === 'kind' ? [] : changesOf(item, `${path}.${key}`).map(([at, other]) => [at, with_(key, other)] as const),
  );
  if (!Array.isArray(value) || value.length === 0) return inside;
  const list: readonly unknown[] = value;
  const swapped =
    list.length > 1 ? [[`${path}, first and last swapped`, [list.at(-1), ...list.slice(1, -1), list[0]]] as const] : [];
  return [...inside, ...swapped, [`${path}, one more`, [...list, list[0]]], [`${path}, one less`, list.slice(1)]];
};

/** Lists what else a signer may have asked for: each term otherwise, a stream or an effect more or less, streams swapped. */
export const askedLies = ({ asked }: Flow): readonly AskedLie[] =>
  changesOf(asked.effects, 'effects')
    .filter(([path]) => path !== 'effects, first and last swapped')
    .map(([name, effects]) => ({ name, asked: { effects: effects as Asked['effects'] } }));
