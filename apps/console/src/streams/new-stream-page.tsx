import { usePageTitle } from '../app/page-title.js';

const NewStreamPage = () => {
  usePageTitle('New stream');
  return <h1>New stream</h1>;
};

export default NewStreamPage;
