import { useQuery } from '@tanstack/react-query';
import { isSameAddress, type AirdropHandle, type Campaign } from '@weir/client';
import { useServices } from '../api/services.js';
import { Card, Facts } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';

type Ready = Extract<Awaited<ReturnType<AirdropHandle['fundingInfo']>>, { readonly wcTransaction: unknown }>;

const isReady = (info: Awaited<ReturnType<AirdropHandle['fundingInfo']>>): info is Ready => 'fundingInfo' in info;

/** Returns the BCH that leaves the wallet: inputs less change, satoshis. */
const bchPaid = ({ inputs, outputs }: Ready, creator: string): bigint => {
  const sum = (of: readonly { readonly amountBase: bigint }[]): bigint =>
    of.reduce((total, { amountBase }) => total + amountBase, 0n);
  return sum(inputs) - sum(outputs.filter(({ to }) => to !== null && isSameAddress(to, creator)));
};

/** Shows what funding a campaign costs, given its creator's current coins. */
export const AirdropCosts = ({ campaign }: { readonly campaign: Campaign }) => {
  const { weir } = useServices();
  const { id, creator, token_type } = campaign;
  const { data, error } = useQuery({
    queryKey: ['costs', id, campaign.merkle_root],
    queryFn: ({ signal }) => weir.airdrops.at(id).fundingInfo({ signal }),
    gcTime: 0,
  });
  if (error !== null)
    return (
      <Card title="What it costs">
        <Failed error={error} />
      </Card>
    );
  if (data === undefined)
    return (
      <Card title="What it costs">
        <Waiting what="Looking at the creator’s coins…" />
      </Card>
    );
  if (!isReady(data))
    return (
      <Card title="What it costs">
        <p>The wallet first signs a transaction to itself, which makes the coin that the funding needs.</p>
      </Card>
    );
  const { fundingInfo, feeBase } = data;
  const pool = <Amount base={campaign.pool_amount_base ?? campaign.total_amount_base} of={campaign} />;
  return (
    <Card title="What it costs">
      <Facts
        facts={[
          ['Pool', pool],
          ['Claims it pays for', fundingInfo.claims.toLocaleString()],
          [
            'Locked for fees',
            <span key="r">
              <Amount base={fundingInfo.feeReserveBase} of="BCH" /> (what is left returns to you)
            </span>,
          ],
          ['Network fee', <Amount key="f" base={feeBase} of="BCH" />],
          [
            'You pay',
            <strong key="t">
              {token_type !== 'BCH' && <>{pool} and </>}
              <Amount base={bchPaid(data, creator)} of="BCH" />
            </strong>,
          ],
        ]}
      />
    </Card>
  );
};
