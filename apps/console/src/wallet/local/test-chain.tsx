import { Dialog } from '@base-ui/react/dialog';
import type { RefObject } from 'react';
import { t } from '../../language/text.js';
import { buttonClass } from '../../ui/button.js';
import dialog from '../../ui/dialog.module.css';
import { useWallet } from '../wallet-store.js';
import { LocalChain } from './local-chain.js';

interface TestChainProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The button that opens it, which gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Drawer with the tools of a local chain. */
const TestChain = ({ isOpen, onOpenChange, button }: TestChainProps) => {
  const wallet = useWallet();
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['backdrop']} />
        <Dialog.Popup finalFocus={button} className={`${dialog['popup'] ?? ''} ${dialog['drawer'] ?? ''}`}>
          <Dialog.Title className={dialog['title']}>{t('Test chain')}</Dialog.Title>
          <LocalChain address={wallet?.address} />
          <Dialog.Close className={buttonClass('quiet')}>{t('Close')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

export default TestChain;
