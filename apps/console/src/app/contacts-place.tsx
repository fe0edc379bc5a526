import { usePageTitle } from '../ui/hooks.js';
import { Empty } from '../ui/states.js';

/** Place of the page of contacts. */
const ContactsPlace = () => {
  usePageTitle('Contacts');
  return (
    <>
      <h1>Contacts</h1>
      <Empty title="No contacts yet">
        <p>Names that you give to addresses are kept in this browser alone.</p>
      </Empty>
    </>
  );
};

export default ContactsPlace;
