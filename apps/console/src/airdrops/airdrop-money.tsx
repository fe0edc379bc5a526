import type { Campaign } from '@weir/client';
import { numberText, t } from '../language/text.js';
import { RecordMoney } from '../records/record-money.js';
import { Amount } from '../ui/values.js';

const claimsText = ({ claimed_count: claims, total_recipients: recipients }: Campaign): string =>
  typeof recipients === 'number'
    ? t('Claims: {done} of {all}', { done: numberText(claims), all: numberText(recipients) })
    : t('Claims: {done}', { done: numberText(claims) });

/** Shows the money of a campaign: what is left in its pool, and how much of it was claimed. */
export const AirdropMoney = ({ campaign }: { readonly campaign: Campaign }) => {
  const { pool_amount_base, total_amount_base, claimed_amount_base: claimed, status } = campaign;
  const pool = pool_amount_base ?? total_amount_base;
  const of = campaign;
  if (status === 'PENDING')
    return <RecordMoney name={t('Pool, not funded yet')} amount={{ base: pool, of }} note={claimsText(campaign)} />;
  const left = pool - claimed;
  const isOpen = status === 'ACTIVE';
  return (
    <RecordMoney
      name={isOpen ? t('Left in the pool') : t('Claimed')}
      amount={{ base: isOpen ? left : claimed, of }}
      parts={[
        { name: t('Claimed'), value: <Amount base={claimed} of={of} />, base: claimed, state: 'paid' },
        {
          name: isOpen ? t('Left') : t('Returned'),
          value: <Amount base={left} of={of} />,
          base: left,
          state: isOpen ? 'free' : 'locked',
        },
      ]}
      note={claimsText(campaign)}
    />
  );
};
