CREATE DATABASE weir_indexer;
