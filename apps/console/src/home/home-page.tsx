import { useScope } from '../app/scope.js';
import { usePageTitle } from '../ui/hooks.js';
import { Flows } from './flow-page.js';
import { NeedsWallet } from './needs-wallet.js';

/** Page of one's own money. */
const HomePage = () => {
  usePageTitle('Home');
  const { address, treasury } = useScope();
  return (
    <>
      <h1>{treasury?.name ?? 'Home'}</h1>
      {address === undefined ? (
        <NeedsWallet>To see what you can claim, and what comes next.</NeedsWallet>
      ) : (
        <>
          <Flows direction="incoming" address={address} />
          <Flows direction="outgoing" address={address} />
        </>
      )}
    </>
  );
};

export default HomePage;
