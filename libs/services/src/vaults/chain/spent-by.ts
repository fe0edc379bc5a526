import type { TransactionCommon } from '@bitauth/libauth';
import { outpointOf, type Outpoint } from '@weir/covenants';

/** Lists the outpoints that a transaction spends, in order. */
export const spentBy = ({ inputs }: TransactionCommon): Outpoint[] => inputs.map(outpointOf);
