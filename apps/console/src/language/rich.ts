import { createElement, Fragment, type ReactNode } from 'react';
import { type Literal, type Message, type NamesIn, translated } from './text.js';

/** The tags of a text. */
type TagsIn<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}` ? Tag | TagsIn<Rest> : never;

type PartsOf<Text extends string> = Readonly<Record<NamesIn<Text>, ReactNode>> &
  Readonly<Record<TagsIn<Text>, (inside: ReactNode) => ReactNode>>;

const PART = /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/gs;

const partsOf = (text: string, parts: Readonly<Record<string, unknown>>): ReactNode => {
  const shown: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(PART)) {
    const [whole, name, tag = '', inside = ''] = match;
    shown.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (name !== undefined) shown.push(createElement('bdi', null, parts[name] as ReactNode));
    else shown.push((parts[tag] as (inside: ReactNode) => ReactNode)(partsOf(inside, parts)));
  }
  return createElement(Fragment, null, ...shown, text.slice(end));
};

/**
 * Translates a text with elements in it: `rich('Read <a>the terms</a> of {name}.', { a: (text) => <a href="/terms">{text}</a>, name })`.
 *
 * @param parts elements for its names, and functions for its tags
 */
export const rich = <Text extends string>(text: Literal<Text> | Message<Text>, parts: PartsOf<Text>): ReactNode =>
  partsOf(translated(text as string), parts);
