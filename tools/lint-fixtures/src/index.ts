/** This project exports nothing: it holds imports that the layer rules must reject, and the test that proves they do. */
export {};
