import { Link } from '@tanstack/react-router';
import { t } from '../language/text.js';
import { useContactName } from '../names/contacts.js';
import { buttonClass } from '../ui/button.js';
import { Address } from '../ui/values.js';

interface NamedAddressProps {
  readonly address: string;
  readonly mine: string | undefined;
}

/** Shows a whole address; a reader without a name for it can give it one. */
export const NamedAddress = ({ address, mine }: NamedAddressProps) => {
  const name = useContactName(address);
  return (
    <>
      <Address address={address} mine={mine} />
      {name === undefined && mine === undefined && (
        <Link to="/contacts" search={{ address }} className={buttonClass('quiet', true)}>
          {t('Save as contact')}
        </Link>
      )}
    </>
  );
};
