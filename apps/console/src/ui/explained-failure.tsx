import { useContext } from 'react';
import { isWeirError } from '@weir/client';
import { failureOf } from '../failures/failure-text.js';
import { t } from '../language/text.js';
import { Button } from './button.js';
import { FailureBlock, type FailureProps } from './failure-block.js';
import { useTask } from './hooks.js';
import { SignInContext } from './sign-in-context.js';
import styles from './states.module.css';

/** Offers to sign in, where only that is missing: no wallet opens before it is pressed. */
const SignIn = ({
  signIn,
  isPage,
}: {
  readonly signIn: () => Promise<void>;
  readonly isPage?: boolean | undefined;
}) => {
  const task = useTask();
  const title = t('Sign in to go on');
  return (
    <div className={styles['block']}>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      <div className={styles['text']}>
        <p>
          {t(
            'The service shows this only to those who prove that an address is theirs. You sign a message, which moves nothing.',
          )}
        </p>
        <Button look="main" disabled={task.isRunning} onClick={() => void task.run(signIn)}>
          {t('Sign in with your wallet')}
        </Button>
        {task.isRunning && <p role="status">{t('Waiting for your wallet to sign in. This moves no money…')}</p>}
        {task.error !== undefined && <FailureBlock failure={failureOf(task.error)} />}
      </div>
    </div>
  );
};

/** Shows any error in words. */
const ExplainedFailure = ({ error, ...rest }: FailureProps) => {
  const signIn = useContext(SignInContext);
  if (signIn !== undefined && isWeirError(error, 'CALLER_REQUIRED', 'TOKEN_EXPIRED', 'TOKEN_INVALID'))
    return <SignIn signIn={signIn} isPage={rest.isPage === true} />;
  return <FailureBlock failure={failureOf(error, rest.isPage)} {...rest} />;
};

export default ExplainedFailure;
