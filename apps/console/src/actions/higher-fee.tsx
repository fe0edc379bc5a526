/** Satoshis for 1,000 bytes: several times what a contract pays by itself. */
const HIGHER_FEE_RATE = 10_000;

/** Returns the options of a claim, by whether its recipient pays a higher fee. */
export const feeOptions = (isHigher: boolean): { readonly feeRate?: number } =>
  isHigher ? { feeRate: HIGHER_FEE_RATE } : {};

/** Offers to pay a claim's fee from the wallet, so that it is mined before a notice ends though blocks are full. */
export const HigherFee = ({
  isHigher,
  onChange,
}: {
  readonly isHigher: boolean;
  readonly onChange: (isHigher: boolean) => void;
}) => (
  <label>
    <input type="checkbox" checked={isHigher} onChange={({ target }) => onChange(target.checked)} /> Pay a fee of{' '}
    {HIGHER_FEE_RATE / 1_000} satoshis a byte from my wallet, if blocks are full before the notice ends
  </label>
);
