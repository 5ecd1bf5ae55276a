/// The wire of EveryMatrix: just what its servers send and take. Nothing of it is public.
enum EveryMatrix {}
