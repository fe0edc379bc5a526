/** The faucet and clock of a local chain (`npm start`), for trying things out. */
export interface DevKit {
  /** Pays 10 BCH without value. */
  fund(address: string): Promise<void>;
  /** Lets time pass on the chain. @param seconds how much */
  pass(seconds: number): Promise<void>;
  mine(blocks: number): Promise<void>;
}

const TEN_BCH = '1000000000';

/** The kit at its address, `…/dev`. */
export const createDevKit = (url: string): DevKit => {
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The local chain answered ${answer.status} to ${path}`);
  };
  return {
    async fund(address) {
      await post('/faucet', { address, satoshis: TEN_BCH });
      await post('/blocks', { count: 1 });
    },
    pass: (seconds) => post('/time', { seconds }),
    mine: (count) => post('/blocks', { count }),
  };
};
