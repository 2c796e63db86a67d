package ingest

import (
	"io"
	"os"
	"sync"
)

// ahead reads ahead on a goroutine of its own, so that a text is decompressed while what came before is parsed.
type ahead struct {
	blocks chan block
	free   chan []byte
	stop   chan struct{}
	gone   sync.WaitGroup
	now    block
	rest   []byte
}

type block struct {
	data []byte
	err  error
}

// Four blocks of this size are in use at once.
const (
	blockSize = 256 << 10
	blocks    = 4
)

func readAhead(from io.Reader) *ahead {
	a := &ahead{blocks: make(chan block), free: make(chan []byte, blocks), stop: make(chan struct{})}
	for range blocks {
		a.free <- make([]byte, blockSize)
	}
	a.gone.Go(func() {
		for {
			select {
			case <-a.stop:
				return
			case data := <-a.free:
				n, err := io.ReadFull(from, data)
				if err == io.ErrUnexpectedEOF { // as ReadFull says that data is not full; a decompressor's is a *damage
					err = io.EOF
				}
				select {
				case <-a.stop:
					return
				case a.blocks <- block{data[:n], err}:
				}
				if err != nil {
					return
				}
			}
		}
	})
	return a
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.data != nil {
			a.free <- a.now.data[:blockSize]
		}
		select {
		case <-a.stop:
			return 0, os.ErrClosed
		case a.now = <-a.blocks:
			a.rest = a.now.data
		}
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Close ends the reading. wait says that from may be used again by somebody else, which is only then safe; without it a read
// that never returns keeps nobody waiting.
func (a *ahead) Close(wait bool) {
	close(a.stop)
	if wait {
		a.gone.Wait()
	}
}
