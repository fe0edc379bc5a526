import Type from 'typebox';

/** The time at which time-dependent figures were computed. */
export const AsOf = () =>
  Type.Integer({
    description:
      "The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour.",
    examples: [1_767_229_199],
  });
