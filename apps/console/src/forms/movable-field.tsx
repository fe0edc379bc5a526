import { t } from '../language/text.js';
import { segmentField } from '../ui/field.js';

/** What forms of locks know of moves. */
export interface MovableDraft {
  /** Whether recipients may move theirs to another wallet. Supply is proven to stay by locks that stay at their address. */
  readonly movable: 'yes' | 'no';
}

/** Returns the choice whether locks stay at their addresses. @param isList whether there are several */
export const movableField = <Draft extends MovableDraft>(
  form: { readonly draft: Draft; readonly onChange: (draft: Draft) => void },
  isList = false,
) => {
  const { draft, onChange } = form;
  return segmentField<'movable', MovableDraft>(
    { draft, onChange: ({ movable }) => onChange({ ...draft, movable }) },
    'movable',
    isList ? t('Can they move to other wallets later?') : t('Can it move to another wallet later?'),
    [
      ['no', isList ? t('No, they stay at these addresses') : t('No, it stays at this address')],
      ['yes', t('Yes, with a delay')],
    ],
    draft.movable === 'yes'
      ? t('For people who may change wallets. They alone can do it.')
      : t('The stronger proof: of locked supply, for example.'),
  );
};
