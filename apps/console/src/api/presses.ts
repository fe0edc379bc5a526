let running = 0;

/** Runs what somebody pressed a button for: meanwhile the client may ask the wallet to sign in. */
export const whilePressed = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  running += 1;
  try {
    return await act();
  } finally {
    running -= 1;
  }
};

/** Returns whether something runs that somebody pressed a button for. A page that only shows something opens no wallet. */
export const isPressed = (): boolean => running > 0;
