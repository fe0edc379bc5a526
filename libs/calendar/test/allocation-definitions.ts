import type { Allocation } from '@weir/kinds';

/** The amounts of the installments by their definitions, one after the other. */
export const byDefinition = (allocation: Allocation, total: bigint, count: number): bigint[] => {
  const size = BigInt(count);
  const amounts = Array.from({ length: count }, () => total / size);
  let rest = Number(total % size);
  const addTo = (place: number, units: number): void => {
    amounts[place] = (amounts[place] ?? 0n) + BigInt(units);
  };
  switch (allocation) {
    case 'FRONT_LOADED':
      for (let place = 0; rest > 0; place += 1, rest -= 1) addTo(place, 1);
      return amounts;
    case 'BACK_LOADED':
      for (let place = count - 1; rest > 0; place -= 1, rest -= 1) addTo(place, 1);
      return amounts;
    case 'FRONT_LOADED_TO_SINGLE_TRANCHE':
      addTo(0, rest);
      return amounts;
    case 'BACK_LOADED_TO_SINGLE_TRANCHE':
      addTo(count - 1, rest);
      return amounts;
    case 'CUMULATIVE_ROUND_DOWN':
    case 'CUMULATIVE_ROUNDING': {
      // The exact sum grows by a fraction each time, which is carried: no product of total and installment is formed.
      let [whole, fraction, given] = [0n, 0n, 0n];
      return amounts.map((each) => {
        whole += each;
        fraction += BigInt(rest);
        if (fraction >= size) {
          fraction -= size;
          whole += 1n;
        }
        const sum = allocation === 'CUMULATIVE_ROUNDING' && fraction * 2n >= size ? whole + 1n : whole;
        const amount = sum - given;
        given = sum;
        return amount;
      });
    }
  }
};
