import { PAGES } from '../kinds/record-kinds.js';
import { keptInTab, type KeptTexts } from '../storage/kept.js';
import { type PendingAction, VERBS } from './pending.js';

/** An action that the wallet is asked to sign, and has not answered. */
export type AskedSignature = Pick<PendingAction, 'product' | 'id' | 'verb'>;

const KEY = 'weir:asked';

/** Notes in this tab that the wallet is asked to sign; undefined once it has answered. */
export const noteAsked = (
  asked: AskedSignature | undefined,
  texts: Pick<KeptTexts, 'set' | 'remove'> = keptInTab,
): void => {
  if (asked === undefined) texts.remove(KEY);
  else texts.set(KEY, JSON.stringify(asked));
};

/** Returns what the wallet was asked to sign when this tab's page was left, once; undefined if it was not asked. */
export const takeAsked = (texts: Pick<KeptTexts, 'get' | 'remove'> = keptInTab): AskedSignature | undefined => {
  const text = texts.get(KEY);
  if (text === null) return undefined;
  texts.remove(KEY);
  try {
    const { product, id, verb } = Object(JSON.parse(text)) as { readonly [Key in keyof AskedSignature]?: unknown };
    const isKnown = Object.hasOwn(PAGES, String(product)) && Object.hasOwn(VERBS, String(verb));
    return isKnown && typeof id === 'string' ? ({ product, id, verb } as AskedSignature) : undefined;
  } catch {
    return undefined;
  }
};
