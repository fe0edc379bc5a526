import { vestedAmount } from '@weir/vesting';

export const smuggled = vestedAmount;
